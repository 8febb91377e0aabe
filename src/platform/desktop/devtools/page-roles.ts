import { PASSWORD } from '../accessibility/roles.ts'

/** What Chromium calls its kinds of nodes, in the words by which all other elements are told. */
const roles: Readonly<Record<string, string>> = {
  RootWebArea: 'document web',
  StaticText: 'static',
  button: 'push button',
  checkbox: 'check box',
  switch: 'toggle button',
  radio: 'radio button',
  textbox: 'entry',
  searchbox: 'entry',
  combobox: 'combo box',
  listbox: 'list box',
  option: 'list item',
  listitem: 'list item',
  menuitem: 'menu item',
  menuitemcheckbox: 'check menu item',
  menuitemradio: 'radio menu item',
  tab: 'page tab',
  row: 'table row',
  cell: 'table cell',
  gridcell: 'table cell',
  columnheader: 'table column header',
  rowheader: 'table row header',
  treeitem: 'tree item',
  spinbutton: 'spin button',
  progressbar: 'progress bar',
  alertdialog: 'alert',
  DisclosureTriangle: 'push button',
  PopUpButton: 'combo box',
  ColorWell: 'push button',
  Date: 'date editor',
  InputTime: 'entry',
}

export function roleOf(
  told: string,
  { isPassword, isPressable }: { isPassword: boolean; isPressable: boolean },
): string {
  if (isPassword) return PASSWORD
  if (told === 'button' && isPressable) return 'toggle button'
  return roles[told] ?? told.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

/** They hold others, or are too small to be of use to anybody. */
export const unsaid: ReadonlySet<string> = new Set([
  'generic',
  'none',
  'paragraph',
  'LabelText',
  'LineBreak',
  'InlineTextBox',
  'MenuListPopup',
  'ListMarker',
  'Legend',
  'list',
  'Section',
  'rowgroup',
  'group',
])
