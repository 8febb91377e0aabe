/** Its command line has no option for the address. */
// oxlint-disable-next-line import/no-default-export -- orval asks for it
export default {
  deskhand: {
    input: '../../openapi.json',
    output: { target: 'dist/orval/deskhand.ts', client: 'fetch', baseUrl: process.env.DESKHAND_ADDRESS },
  },
}
