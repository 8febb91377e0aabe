import { definePlugin } from '../../contract/tool.ts'
import { compressFiles } from './compress-files.ts'
import { copyFile } from './copy-file.ts'
import { createFolder } from './create-folder.ts'
import { deleteFile } from './delete-file.ts'
import { editFile } from './edit-file.ts'
import { extractArchive } from './extract-archive.ts'
import { fileInfo } from './file-info.ts'
import { listFiles } from './list-files.ts'
import { lookAtImage } from './look-at-image.ts'
import { moveFile } from './move-file.ts'
import { readFile } from './read-file.ts'
import { searchFiles } from './search-files.ts'
import { writeFile } from './write-file.ts'

export const fileManager = definePlugin({
  agent: 'file_manager',
  title: 'Files',
  summary: 'Reads, writes, finds, moves, deletes and compresses files on this machine.',
  tools: [
    writeFile,
    editFile,
    searchFiles,
    readFile,
    lookAtImage,
    listFiles,
    moveFile,
    copyFile,
    deleteFile,
    fileInfo,
    createFolder,
    compressFiles,
    extractArchive,
  ],
})
