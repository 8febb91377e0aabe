/**
 * What a page that a model wrote may do: run its own script and draw. It has no network, no origin, no forms, and only
 * our own shell may frame it. Measured against a page that tries seventeen ways out.
 */
export const widgetPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; " +
  "base-uri 'none'; frame-ancestors 'self'; sandbox allow-scripts"

export interface WidgetContent {
  readonly title?: string
  readonly html?: string
  readonly css?: string
  readonly script?: string
  readonly data?: unknown
}

export function widgetPage({ title = '', html = '', css = '', script = '' }: WidgetContent): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(title)}</title>`,
    '<style>body{margin:0;font:14px/1.5 system-ui,sans-serif}</style>',
    css === '' ? '' : `<style>${unclosed(css, 'style')}</style>`,
    `</head><body>${html}`,
    script === '' ? '' : `<script>${unclosed(script, 'script')}</script>`,
    '</body></html>',
  ].join('\n')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** A closing tag in a text of the script would end the script there. */
function unclosed(code: string, tag: 'style' | 'script'): string {
  return code.replaceAll(new RegExp(`</(?=${tag})`, 'gi'), '<\\/')
}
