/** Markdown as a letter would have it: its words, lists and code without the marks around them. */
export function withoutMarks(text: string): string {
  return text
    .replaceAll(/^ {0,3}(?:```|~~~).*\n?/gm, '')
    .replaceAll(/^ {0,3}(?:#{1,6} |> ?)/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, (_, label: string, url: string) =>
      label === '' || label === url ? url : `${label} (${url})`,
    )
    .replaceAll(/(\*\*|__|~~|`)(?=\S)(.+?)\1/g, '$2')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]+?)\*(?![\w*])/g, '$1')
    .replaceAll(/\\([\\`*_~<>[\](){}#+.!$|-])/g, '$1')
    .trim()
}
