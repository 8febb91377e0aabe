interface FileCategory {
  readonly name: string
  /** Words that mean it, in one number; the plural is understood. */
  readonly words: readonly string[]
  readonly extensions: ReadonlySet<string>
}

export const fileCategories: readonly FileCategory[] = [
  {
    name: 'images',
    words: ['image', 'picture', 'photo', 'pic', 'photograph'],
    extensions: extensions(
      'apng arw avif bmp cr2 cr3 dng gif heic heif ico jfif jp2 jpeg jpg jxl nef orf png psd raf raw rw2 svg tif tiff webp xcf',
    ),
  },
  {
    name: 'docs',
    words: ['doc', 'document'],
    extensions: extensions(
      'csv doc docm docx dotx epub htm html key md mobi numbers odp ods odt org pages pdf pot potx pps ppsx ppt pptm pptx rst rtf tex tsv txt wpd xls xlsb xlsm xlsx xltx',
    ),
  },
  {
    name: 'music',
    words: ['music', 'song', 'audio', 'sound'],
    extensions: extensions(
      'aac aif aiff alac amr ape flac m4a m4b mid midi mka mp2 mp3 oga ogg opus wav weba wma wv',
    ),
  },
  {
    name: 'videos',
    words: ['video', 'movie', 'film', 'clip'],
    extensions: extensions(
      '3g2 3gp asf avi divx f4v flv m2ts m4v mkv mov mp4 mpe mpeg mpg mts ogm ogv rm rmvb vob webm wmv',
    ),
  },
  {
    name: 'code',
    words: ['code', 'source code', 'script'],
    extensions: extensions(
      'astro bash bat c cc clj cljs cpp cs css cxx dart elm erl ex exs fish fs go gradle graphql groovy h hh hpp hrl hs ipynb java jl js jsx kt kts less lisp lua m mjs cjs mm mts cts nim nix php pl pm proto ps1 py pyi r rb rs sass scala scm scss sh sol sql svelte swift tcl tf ts tsx v vala vb vhd vim vue wat xsl zig zsh',
    ),
  },
  {
    name: 'archives',
    words: ['archive', 'zip', 'tarball', 'compressed'],
    extensions: extensions(
      '7z ar br bz2 cab cpio deb dmg gz img iso jar lha lz lz4 lzh lzma pkg rar rpm tar tbz tbz2 tgz tlz txz tzst war xz z zip zst',
    ),
  },
]

/** The category that a query names: `photos`, `my documents`, `all image files`; undefined when it names none. */
export function categoryOf(query: string): FileCategory | undefined {
  const words = query
    .trim()
    .toLowerCase()
    .replace(/^((all|any|every|my|the|of)\s+)+/, '')
    .replace(/\s+files?$/, '')
    .replace(/\s+/g, ' ')
  const singular = words.replace(/s$/, '')
  return fileCategories.find(
    ({ name, words: known }) => name === words || known.includes(words) || known.includes(singular),
  )
}

/** `jpg` of `a/b/Photo.JPG`; empty when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

function extensions(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
