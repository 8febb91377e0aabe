export interface Notice {
  /** Of two with the same id the second takes the place of the first. */
  readonly id: string
  readonly title: string
  readonly message: string
  readonly level: 'info' | 'success' | 'warning' | 'error'
  readonly actions: readonly { readonly id: string; readonly label: string }[]
  readonly sound: boolean
}

/** A person pressed a button, or, with `default`, the notice itself. The sender is who says so on the bus. */
export type OnAction = (noticeId: string, action: string, sender: string) => void

export interface NoticeShower {
  /** Its name on the bus. */
  readonly name: string
  show(notice: Notice): Promise<void>
  /** Takes it away; one that is not there any more is no trouble. */
  withdraw(id: string): Promise<void>
}
