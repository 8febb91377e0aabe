import { useRef, useState, type DragEvent } from 'react'

/** Files may be dropped anywhere on the conversation. */
export function useDropTarget(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  // Every child that is entered and left tells so; only the balance says whether the pointer is still inside.
  const depth = useRef(0)
  const move = (step: number) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    depth.current += step
    setOver(depth.current > 0)
  }
  const handlers = {
    onDragEnter: move(1),
    onDragLeave: move(-1),
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      depth.current = 0
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, handlers }
}
