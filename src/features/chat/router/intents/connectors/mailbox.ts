import type { Component } from '../../../../../contract/component-schema.ts'

export interface Email {
  readonly email_id: string
  readonly subject: string
  readonly from: readonly { readonly name: string; readonly address: string }[]
  readonly date: string | null
  readonly unread: boolean
  readonly text: string
}

export function emailsIn(data: Readonly<Record<string, unknown>>): readonly Email[] {
  return (Array.isArray(data['emails']) ? data['emails'] : []) as readonly Email[]
}

export function emailTable(emails: readonly Email[]): Component {
  return {
    type: 'table',
    caption: 'Mail',
    columns: [
      { key: 'from', label: 'From' },
      { key: 'subject', label: 'Subject' },
      { key: 'date', label: 'Date', type: 'datetime' },
      { key: 'unread', label: 'Unread', type: 'boolean' },
    ],
    rows: emails.map(({ from, subject, date, unread }) => ({
      from: (from[0]?.name || from[0]?.address || '').slice(0, 300),
      subject: subject.slice(0, 300),
      date,
      unread,
    })),
  }
}
