/** A little HTML in the marks of Slack. What stands in the text is escaped as Slack wants it already. */
export function mrkdwnOf(html: string): string {
  return html
    .replaceAll(/<pre>([^]*?)<\/pre>/g, (_, code: string) => `\`\`\`\n${unfenced(code)}\n\`\`\``)
    .replaceAll(/<code>([^]*?)<\/code>/g, (_, code: string) => `\`${unfenced(code)}\``)
    .replaceAll(/<b>([^]*?)<\/b>/g, '*$1*')
    .replaceAll(
      /<a href="([^"]*)">([^]*?)<\/a>/g,
      (_, url: string, label: string) => `<${url.replaceAll('|', '%7C')}|${label.replaceAll('|', ' ')}>`,
    )
    .replaceAll('&quot;', '"')
}

function unfenced(code: string): string {
  return code.replaceAll('`', 'ˋ').replace(/\n$/, '')
}
