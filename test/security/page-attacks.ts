/** What a page can do, as the script that does it. `to(path)` is an address of the service that names the attack. */
export const attacks: Record<string, string> = {
  'fetch without CORS': `fetch(to('/api/store/a'), { method: 'POST', mode: 'no-cors', body: json })`,
  'fetch of a form': `fetch(to('/api/store/a'), { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ a: 1 }) })`,
  'fetch of JSON': `fetch(to('/api/store/a'), { method: 'POST', headers: { 'content-type': 'application/json' }, body: json })`,
  'fetch that lives on': `fetch(to('/api/store/a'), { method: 'POST', mode: 'no-cors', keepalive: true, body: json })`,
  'fetch with credentials': `fetch(to('/api/settings'), { credentials: 'include' })`,
  'fetch to read': `fetch(to('/api/settings'))`,
  'fetch to delete': `fetch(to('/api/store/kept'), { method: 'DELETE' })`,
  'fetch from a worker': `new Worker(URL.createObjectURL(new Blob(['fetch("' + to('/api/settings') + '")'])))`,
  XMLHttpRequest: `(() => { const request = new XMLHttpRequest(); request.open('POST', to('/api/store/a')); request.send(json) })()`,
  'a beacon': `navigator.sendBeacon(to('/api/store/a'), json)`,
  'a beacon of JSON': `navigator.sendBeacon(to('/api/store/a'), new Blob([json], { type: 'application/json' }))`,
  'a stream of events': `new EventSource(to('/api/events'))`,
  'a WebSocket': `new WebSocket(to('/api/events').replace('http', 'ws'))`,
  'an image': `put('img', { src: to('/api/settings') })`,
  'a script': `put('script', { src: to('/api/settings') })`,
  'a module': `import(to('/docs/scripts/reference.js')).catch(() => {})`,
  'a style': `put('link', { rel: 'stylesheet', href: to('/api/settings') })`,
  'a video': `put('video', { src: to('/api/settings') })`,
  'an object': `put('object', { data: to('/api/settings') })`,
  'a frame': `put('iframe', { src: to('/docs') })`,
  'a frame in a sandbox': `put('iframe', { sandbox: 'allow-scripts', srcdoc: '<script>fetch("' + to('/api/store/a') + '", { method: "POST", mode: "no-cors", body: "{}" })</' + 'script>' })`,
  'a form of text in a frame': `(put('iframe', { name: 'one' }), submit({ enctype: 'text/plain', target: 'one' }))`,
  'a form with a file in a frame': `(put('iframe', { name: 'two' }), submit({ enctype: 'multipart/form-data', target: 'two' }))`,
  'a link that pings': `put('a', { href: '#x', ping: to('/api/store/a') }).click()`,
  'a window of its own': `window.open(to('/api/settings'))`,
}

/** These leave the page, so each of them needs one of its own. */
export const departures: Record<string, string> = {
  'a form in the whole window': `submit({ enctype: 'text/plain' })`,
  'the whole window': `location.assign(to('/api/settings'))`,
}
export const names = [...Object.keys(attacks), ...Object.keys(departures)].toSorted()

/** What the scripts use; `base` is where the service is. */
export const tools = (base: string, name: string) => `
  const json = '{"written":"by an attacker"}'
  const to = (path) => ${JSON.stringify(base)} + path + '?attack=' + encodeURIComponent(${JSON.stringify(name)})
  const put = (tag, attributes) => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    document.body.append(element)
    return element
  }
  const submit = (attributes) => {
    const form = put('form', { method: 'POST', action: to('/api/store/a'), ...attributes })
    const field = document.createElement('input')
    field.name = '{"a":"'
    field.value = '"}'
    form.append(field)
    form.submit()
  }`
