/** Rows of a benchmark as aligned text; the first column is left-aligned, numbers are right-aligned. */
export function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const text = [header, ...rows].map((row) => row.map(String))
  const widths = header.map((_, column) => Math.max(...text.map((row) => row[column]?.length ?? 0)))
  return text
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  '),
    )
    .join('\n')
}
