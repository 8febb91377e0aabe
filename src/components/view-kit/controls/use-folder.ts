import { useEffect, useState } from 'react'
import { reasonOf, useService } from '../service.ts'

export interface FolderEntry {
  readonly name: string
  readonly type: 'file' | 'folder' | 'link' | 'other'
  readonly bytes: number
}

export interface FolderListing {
  /** Without `~`. */
  readonly path: string
  readonly entries: readonly FolderEntry[]
  readonly total: number
}

interface Listed {
  readonly listing?: FolderListing
  readonly problem?: string
}

/** More are found by typing the beginning of their names. */
const MAX_ENTRIES = 2_000

/** What is in a folder of the machine, as the tools for files may see it. */
export function useFolder(folder: string, withHidden: boolean): Listed & { readonly isLoading: boolean } {
  const service = useService()
  const key = `${withHidden ? 'all ' : ''}${folder}`
  const [listed, setListed] = useState<Listed & { readonly key?: string }>({})
  useEffect(() => {
    const gone = new AbortController()
    const args = { path: folder, include_hidden: withHidden, limit: MAX_ENTRIES }
    service.call('POST /execute_tool', { body: { tool_name: 'LIST_FILES', args }, signal: gone.signal }).then(
      ({ success, message, data }) =>
        setListed(success ? { key, listing: data as FolderListing } : { key, problem: message }),
      (error: unknown) => {
        if (!gone.signal.aborted) setListed({ key, problem: reasonOf(error) })
      },
    )
    return () => gone.abort()
  }, [service, folder, withHidden, key])
  const { key: _key, ...shown } = listed
  return { ...shown, isLoading: listed.key !== key }
}
