import { setTimeout as sleep } from 'node:timers/promises'
import { openChatStage } from './chat-stage.ts'

/** A chat that talks without end, to be killed in the middle of a sentence. */
const [folder, pause] = process.argv.slice(2)
const stage = await openChatStage({
  folder: folder!,
  answerers: [
    async (_asked, writer) => {
      writer.route({ by: 'model', score: null, candidates: [] })
      for (let word = 0; ; word += 1) {
        writer.say(`word ${word} `)
        if (word % 25 === 24) writer.add({ type: 'progress', value: word % 100 })
        await sleep(Number(pause))
      }
    },
  ],
})
process.stdout.write(`${stage.address}\n`)
