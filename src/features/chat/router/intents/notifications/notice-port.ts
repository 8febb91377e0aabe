/** Something the person was told of, or should be. */
export interface Notice {
  readonly id: string
  readonly title: string
  readonly message: string
  /** ISO time of its last occurrence. */
  readonly at: string
}

export interface NoticePort {
  /** What is due and was not answered, the latest first. */
  ringing(): readonly Notice[]
  putOff(id: string, until: Date): Promise<void>
  /** Those that were not read, the latest first, and how many there are in all. */
  unread(): { readonly notices: readonly Notice[]; readonly count: number }
  /** How many were unread. */
  markAllRead(): Promise<number>
  /** When nothing is shown outside of the page, as times of the day. */
  quietHours(): { readonly from: string; readonly to: string } | undefined
}
