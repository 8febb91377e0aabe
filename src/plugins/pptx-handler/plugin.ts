import { definePlugin } from '../../contract/tool.ts'
import { addImagePptx } from './add-image-pptx.ts'
import { addSlidePptx } from './add-slide-pptx.ts'
import { addTablePptx } from './add-table-pptx.ts'
import { createPptx } from './create-pptx.ts'
import { duplicateSlidePptx } from './duplicate-slide-pptx.ts'
import { mergePptx } from './merge-pptx.ts'
import { pptxInfo } from './pptx-info.ts'
import { readPptx } from './read-pptx.ts'
import { reorderSlidesPptx } from './reorder-slides-pptx.ts'

export const pptxHandler = definePlugin({
  agent: 'pptx_handler',
  title: 'Presentations',
  summary: 'Creates, reads and changes PowerPoint presentations.',
  tools: [
    addImagePptx,
    addTablePptx,
    createPptx,
    addSlidePptx,
    readPptx,
    pptxInfo,
    duplicateSlidePptx,
    reorderSlidesPptx,
    mergePptx,
  ],
})
