import { fileEndings } from './file-places.ts'

/** Kinds of files by the word that SEARCH_FILES knows them by. */
const kinds: Readonly<Record<string, string>> = {
  image: 'images',
  images: 'images',
  picture: 'images',
  pictures: 'images',
  photo: 'images',
  photos: 'images',
  document: 'docs',
  documents: 'docs',
  docs: 'docs',
  music: 'music',
  songs: 'music',
  'audio files': 'music',
  'music files': 'music',
  mp3s: '*.mp3',
  'jpg files': '*.jpg',
  jpgs: '*.jpg',
  'jpeg files': '*.jpeg',
  jpegs: '*.jpeg',
  'png files': '*.png',
  pngs: '*.png',
  'gif files': '*.gif',
  gifs: '*.gif',
  video: 'videos',
  videos: 'videos',
  movies: 'videos',
  'video files': 'videos',
  archives: 'archives',
  'zip files': '*.zip',
  zips: '*.zip',
  pdf: '.pdf',
  pdfs: '.pdf',
  'pdf files': '.pdf',
  'pdf documents': '.pdf',
  spreadsheet: '.xlsx',
  spreadsheets: '.xlsx',
  'excel files': '.xlsx',
  'excel spreadsheets': '.xlsx',
  'excel sheets': '.xlsx',
  'excel documents': '.xlsx',
  'csv files': '*.csv',
  csvs: '*.csv',
  presentation: '.pptx',
  presentations: '.pptx',
  'powerpoint files': '.pptx',
  'powerpoint presentations': '.pptx',
  powerpoints: '.pptx',
  'word documents': '.docx',
  'word files': '.docx',
  'word docs': '.docx',
  'text files': '.txt',
  'markdown files': '*.md',
}

const anyKind = new RegExp(
  String.raw`\b(?:${Object.keys(kinds)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})\b`,
)

/** Words that name every file of a kind: "photos", "word documents". */
export const fileKindWords = Object.keys(kinds)
  .filter((word) => word.endsWith('s') || word === 'music')
  .toSorted((a, b) => b.length - a.length)
  .join('|')

export function fileKindIn(lower: string): string | undefined {
  const found = anyKind.exec(lower)?.[0]
  return found === undefined ? undefined : kinds[found]
}

export function withoutFileKind(lower: string): string {
  return lower.replace(anyKind, ' ')
}

const ending = new RegExp(String.raw`^\.?(${fileEndings})s?(?: files?)?$`, 'i')

/** The files that words mean which name a kind and nothing else: "photos", "csv files". */
export function fileKindOf(words: string): string | undefined {
  const lower = words.trim().toLowerCase()
  const kind = Object.hasOwn(kinds, lower) ? kinds[lower] : undefined
  if (kind !== undefined) return kind.replace(/^\./, '*.')
  const named = ending.exec(lower)?.[1]
  return named === undefined ? undefined : `*.${named}`
}

const categories: Readonly<Record<string, readonly string[]>> = {
  images: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'bmp', 'tif', 'tiff', 'svg'],
  videos: ['mp4', 'mov', 'mkv', 'avi', 'webm', 'm4v'],
  music: ['mp3', 'm4a', 'flac', 'wav', 'ogg', 'aac'],
  archives: ['zip', 'tar', 'gz', 'tgz', '7z', 'rar'],
}

/** The endings of the files that words mean, in lower case: those of "photos", "a PDF", "csv files". */
export function fileEndingsOf(words: string): readonly string[] | undefined {
  const kind = fileKindOf(`${words}s`) ?? fileKindOf(words)
  if (kind === undefined) return undefined
  return kind.startsWith('*.') ? [kind.slice(2).toLowerCase()] : categories[kind]
}
