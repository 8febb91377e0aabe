import { runAppleScript } from '../../macos/osascript.ts'
import type { OverlayNotices } from '../overlay/overlays.ts'

const DISPLAY = `on run argv
  display notification (item 2 of argv) with title (item 1 of argv)
end run
`

/** Overlays as notifications, which macOS takes away by itself. */
export function macosNotices({ searchPath }: { readonly searchPath: string | undefined }): OverlayNotices {
  return {
    async show({ title = 'Deskhand', text }) {
      const signal = AbortSignal.timeout(10_000)
      await runAppleScript({ script: DISPLAY, args: [title, text], signal, searchPath })
    },
    async hide() {},
  }
}
