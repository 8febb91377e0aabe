/** Space between children, for rows, columns and grids alike. */
export const GAPS = { none: 'gap-0', small: 'gap-2', medium: 'gap-3', large: 'gap-6' }

export const ALIGNS = {
  stretch: 'items-stretch',
  start: 'items-start',
  center: 'items-center',
  end: 'items-end',
}
