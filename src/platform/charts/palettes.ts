import { AppError } from '../../contract/errors.ts'
import { nearestName } from '../validation/validation.ts'

/** The colour schemes of Vega. Those of the first list are for things side by side, the others run from low to high. */
const categorical =
  'accent category10 category20 category20b category20c dark2 observable10 paired pastel1 pastel2 set1 set2 set3 tableau10 tableau20'.split(
    ' ',
  )
const sequential =
  'blues greens greys oranges purples reds browns teals tealblues warmgreys bluegreen bluepurple greenblue orangered purplebluegreen purpleblue purplered redpurple yellowgreenblue yellowgreen yelloworangebrown yelloworangered viridis magma inferno plasma cividis turbo rainbow sinebow goldgreen goldorange goldred lightgreyred lightgreyteal lightmulti lightorange lighttealblue darkblue darkgold darkgreen darkmulti darkred'.split(
    ' ',
  )
const diverging =
  'blueorange brownbluegreen purplegreen purpleorange pinkyellowgreen redblue redgrey redyellowblue redyellowgreen spectral'.split(
    ' ',
  )

/** Palettes that people know from seaborn and matplotlib and that Vega lacks: six digits a colour. */
export const addedPalettes: Readonly<Record<string, { colors: string; runs: boolean }>> = {
  deep: { colors: '4c72b0dd845255a868c44e528172b3937860da8bc38c8c8cccb97464b5cd', runs: false },
  muted: { colors: '4878d0ee854a6acc64d65f5f956cb48c613cdc7ec0797979d5bb6782c6e2', runs: false },
  bright: { colors: '023effff7c001ac938e8000b8b2be29f4800f14cc1a3a3a3ffc40000d7ff', runs: false },
  dark: { colors: '001c7fb1400d12711c8c0800591e71592f0da235823c3c3cb8850a006374', runs: false },
  pastel: { colors: 'a1c9f4ffb4828de5a1ff9f9bd0bbffdebb9bfab0e4cfcfcffffea3b9f2f0', runs: false },
  colorblind: { colors: '0173b2de8f05029e73d55e00cc78bcca9161fbafe4949494ece13356b4e9', runs: false },
  coolwarm: { colors: '3b4cc06282ea8db0feb9d0f9dddcdcf5c4acf4987add5f4bb40426', runs: true },
  rocket: { colors: '2514334c1d4b751f58a11a5bcb1b4fe83f3ff3714df69c73f7c6a6', runs: true },
  mako: { colors: '251729382a54413f80395d9c357ba33497a93eb4ad60ceaca9e1bd', runs: true },
  icefire: { colors: '75b8ce3885d04a4fa5302e4a1f1e1e4a252e932e44d34936f18f51', runs: true },
  vlag: { colors: '5b84bd87a0c4afbcd1d9dce5faf5f4ecd3d2dbaba8cc8582bb5e5d', runs: true },
  flare: { colors: 'eb9872e77e63e2655cd64f5fc14168aa3a6e9233717a2e7062296a', runs: true },
  crest: { colors: '89bf916db29057a49044948f33858d24768b1c668921558428437b', runs: true },
}

/** The same palettes under the names that matplotlib has for them. */
const otherNames: Readonly<Record<string, string>> = {
  tab10: 'category10',
  tab20: 'category20',
  tab20b: 'category20b',
  tab20c: 'category20c',
  grays: 'greys',
  bugn: 'bluegreen',
  bupu: 'bluepurple',
  gnbu: 'greenblue',
  orrd: 'orangered',
  pubu: 'purpleblue',
  pubugn: 'purplebluegreen',
  purd: 'purplered',
  rdpu: 'redpurple',
  ylgn: 'yellowgreen',
  ylgnbu: 'yellowgreenblue',
  ylorbr: 'yelloworangebrown',
  ylorrd: 'yelloworangered',
  brbg: 'brownbluegreen',
  prgn: 'purplegreen',
  puor: 'purpleorange',
  piyg: 'pinkyellowgreen',
  rdbu: 'redblue',
  rdgy: 'redgrey',
  rdylbu: 'redyellowblue',
  rdylgn: 'redyellowgreen',
}

export const paletteNames: readonly string[] = [
  ...categorical,
  ...sequential,
  ...diverging,
  ...Object.keys(addedPalettes),
].toSorted()

export type PaletteKind = 'categorical' | 'sequential' | 'diverging'

/** The palette that a caller named, in any spelling; an unknown name is refused with those that there are. */
export function paletteNamed(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[\s_-]/g, '')
  const known = otherNames[plain] ?? plain
  if (paletteNames.includes(known)) return known
  const near = nearestName(name, [...paletteNames, ...Object.keys(otherNames)])
  throw new AppError(
    'invalid_request',
    `Unknown color_theme "${name.slice(0, 60)}"${near === undefined ? '.' : `; did you mean "${near}"?`} Available: ${paletteNames.join(', ')}.`,
  )
}

export function paletteKind(name: string): PaletteKind {
  if (categorical.includes(name) || addedPalettes[name]?.runs === false) return 'categorical'
  return diverging.includes(name) || ['coolwarm', 'icefire', 'vlag'].includes(name)
    ? 'diverging'
    : 'sequential'
}
