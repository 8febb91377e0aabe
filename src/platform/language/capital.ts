/** With its first letter in upper case. */
export function capital<Text extends string | undefined>(text: Text): Text {
  return (text && text[0]!.toUpperCase() + text.slice(1)) as Text
}
