import { setTimeout as sleep } from 'node:timers/promises'
import { openChatStage } from '../../test/chat-stage.ts'

/** A chat whose answers are words at a steady pace, each with the moment at which it was said. */
const [tokens, everyMs, firstMs] = process.argv.slice(2).map(Number)
let begun = 0
let said = 0
const stage = await openChatStage({
  answerers: [
    async (_asked, writer) => {
      writer.route({ by: 'model', score: null, candidates: [] })
      await sleep(firstMs! * (0.5 + Math.random()))
      begun += 1
      const start = performance.now()
      for (let token = 0; token < tokens!; token += 1) {
        const word = `${(performance.timeOrigin + performance.now()).toFixed(2)} word `
        said += word.length
        writer.say(word)
        await sleep(Math.max(0, start + (token + 1) * everyMs! - performance.now()))
      }
      return true
    },
  ],
})
process.on('message', () => {
  globalThis.gc?.()
  process.send!({
    rss: process.memoryUsage().rss,
    heap: process.memoryUsage().heapUsed,
    cpu: process.cpuUsage(),
    begun,
    said,
  })
})
process.on('disconnect', () => void stage[Symbol.asyncDispose]().then(() => process.exit(0)))
process.send!({ address: stage.address })
