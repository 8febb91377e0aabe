import { parentPort, workerData } from 'node:worker_threads'
import type { WordDocument } from './word-document.ts'
import { renderWord } from './word-render.ts'

parentPort?.postMessage(await renderWord(workerData as WordDocument))
