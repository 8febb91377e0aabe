import { Type } from '../../contract/type.ts'
import { defineTool } from '../../contract/tool.ts'
import { wordsFor } from '../../platform/documents/content-kind.ts'
import { runReader } from '../../platform/documents/run-reader.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { openInput } from '../../platform/files/input-file.ts'

/** What vision models look at without making it smaller themselves. */
const maxEdge = 1_568

const Params = Type.Object({
  path: Type.String({ minLength: 1, description: 'Absolute path of the image; ~ is your home folder' }),
})

const Data = Type.Object({
  path: Type.String({ description: 'The file' }),
  media_type: Type.String({ description: 'Type, e.g. image/jpeg' }),
  width: Type.Integer({ description: 'Its width in pixels' }),
  height: Type.Integer({ description: 'Its height in pixels' }),
  picture: Type.Object(
    {
      path: Type.String({ description: 'The file' }),
      sha256: Type.String({ description: 'Hash of its bytes' }),
      width: Type.Integer({ description: 'Width as shown' }),
      height: Type.Integer({ description: 'Height as shown' }),
    },
    { description: 'The image for a model that can see' },
  ),
})

export const lookAtImage = defineTool({
  action: 'LOOK_AT_IMAGE',
  title: 'Look at an image',
  description:
    "Shows you an image file (PNG, JPEG, GIF, WebP, TIFF, AVIF or SVG). You see it after the result; a model that can't see gets the text in it.",
  params: Params,
  data: Data,
  risk: 'read',
  reads: ['untrusted', 'private'],
  shows: true,
  idempotent: true,
  // Without a path: what is on a picture is for a model to say, not for whoever knows only the tool.
  phrases: [
    'look at a picture on my disk',
    'what is on this photo',
    'describe an image file',
    'what does the screenshot show',
  ],
  example: { args: { path: '{folder}/photo.png' } },
  targets: { paths: ['path'] },
  needsApproval: (params, call) => reasonToAsk(call, [{ path: params.path, access: 'read' }]),
  async run(params, call) {
    await using file = await openInput(params.path, call)
    const { path } = file
    const looked = await runReader('picture', { path: file.through, maxEdge }, { signal: call.signal })
    const { mediaType, fullWidth, fullHeight, sha256, shown } = looked
    const { width, height } = shown
    return {
      message: `Looked at ${path}: ${wordsFor(mediaType)}, ${fullWidth} × ${fullHeight} pixels.`,
      data: {
        path,
        media_type: mediaType,
        width: fullWidth,
        height: fullHeight,
        picture: { path, sha256, width, height },
      },
    }
  },
})
