// Stands in for a page that the service could not send: as soon as somebody answers, the page itself comes.
{
  const LOOK_MS = 2_000
  const look = async () => {
    const answer = await fetch('/health', { cache: 'no-store' }).catch(() => undefined)
    if (answer?.ok) location.reload()
    else setTimeout(() => void look(), LOOK_MS)
  }
  document.querySelector('button').addEventListener('click', () => location.reload())
  void look()
}
