import { measureTokens, openTokenStage } from '../test/model-tokens-stage.ts'
import { table } from './table.ts'

/** What a conversation with a model costs in tokens, over a day's messages and one long wish. */
export async function benchModelTokens(): Promise<void> {
  await using stage = await openTokenStage()
  const { hey, messages, requests, average, largest, shared, invoices } = await measureTokens(stage)
  console.log('Model: tokens of what is sent, four characters each, the whole request with all tools')
  console.log(
    table(
      ['', 'requests', 'tokens', 'aim'],
      [
        ['"hey"', 1, hey, '5000'],
        [`${messages} typical messages, average`, requests, average, '6500'],
        ['the largest of them', 1, largest, ''],
        ['invoices to a spreadsheet, all', invoices.requests, invoices.tokens, '30000'],
        ['shared by a conversation, %', requests, Math.round(shared * 100), '90'],
      ],
    ),
  )
}
