/** `npm run prove` plays in full what `npm test` shortens: cases that have always failed and passed together. */
export const isWhole = process.env['DESKHAND_PROVE'] === 'whole'
