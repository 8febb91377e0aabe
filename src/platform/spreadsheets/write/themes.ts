export const themeNames = ['blue', 'green', 'dark', 'light', 'purple', 'rose', 'orange', 'none'] as const
export type ThemeName = (typeof themeNames)[number]

/** Colours are six hexadecimal digits. */
export interface Theme {
  /** Absent where a header is bold and nothing else. */
  readonly header?: { readonly fill: string; readonly text: string; readonly line: string }
  readonly band?: string
  /** What charts use, in this order; also the accents of the workbook. */
  readonly palette: readonly [string, string, string, string, string, string]
}

export const themes: Readonly<Record<ThemeName, Theme>> = {
  blue: {
    header: { fill: '1F4E78', text: 'FFFFFF', line: '163957' },
    band: 'EAF1F8',
    palette: ['2E75B6', 'ED7D31', '70AD47', 'FFC000', '7F60A9', '5B9BD5'],
  },
  green: {
    header: { fill: '375623', text: 'FFFFFF', line: '283F19' },
    band: 'EDF5E8',
    palette: ['548235', 'F4B183', '2E75B6', 'BF9000', '9DC3E6', 'A9D18E'],
  },
  dark: {
    header: { fill: '262626', text: 'FFFFFF', line: '000000' },
    band: 'F0F0F0',
    palette: ['404040', 'C55A11', '2E75B6', '7F7F7F', '548235', 'BFBFBF'],
  },
  light: {
    header: { fill: 'D9E1F2', text: '1F3864', line: '8EA9DB' },
    band: 'F6F8FC',
    palette: ['8EA9DB', 'F4B084', 'A9D08E', 'FFD966', 'C9A6E4', '9BC2E6'],
  },
  purple: {
    header: { fill: '5B2C83', text: 'FFFFFF', line: '43205F' },
    band: 'F4EDF9',
    palette: ['7B3FA8', 'E39B2D', '3C8DAD', '5FA55A', 'C678B8', 'B4A0D0'],
  },
  rose: {
    header: { fill: '9D174D', text: 'FFFFFF', line: '751139' },
    band: 'FDF0F6',
    palette: ['BE185D', '0E7490', 'F59E0B', '65A30D', '7C3AED', 'F9A8D4'],
  },
  orange: {
    header: { fill: 'C55A11', text: 'FFFFFF', line: '92430D' },
    band: 'FDF1E8',
    palette: ['ED7D31', '4472C4', '70AD47', 'FFC000', '843C0C', 'F4B183'],
  },
  none: { palette: ['4472C4', 'ED7D31', 'A5A5A5', 'FFC000', '5B9BD5', '70AD47'] },
}
