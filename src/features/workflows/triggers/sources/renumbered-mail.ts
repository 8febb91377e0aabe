import type { ListedMail, MailCursor, MailFolder } from './mail-folders.ts'
import { rangesOf } from './number-ranges.ts'

/**
 * Where to go on once the server has given all emails new numbers. Those that are known by their marks were told or
 * there before. Of the others, those are new that came after all that are known. Where every email was known, all of
 * them are.
 */
export async function afterRenumbering(open: MailFolder, cursor: MailCursor): Promise<MailCursor> {
  const mails: ListedMail[] = []
  for await (const mail of open.list()) if (mail.uid < open.uidNext) mails.push(mail)
  const unknown = unknownOf(mails, cursor)
  const { pending: _pending, stuck: _stuck, ...kept } = cursor
  return {
    ...kept,
    uidvalidity: open.uidValidity,
    uid: open.uidNext - 1,
    rewinds: open.uidValidity === cursor.uidvalidity ? cursor.rewinds + 1 : cursor.rewinds,
    ...(unknown.length > 0 && { pending: rangesOf(unknown) }),
  }
}

function unknownOf(mails: readonly ListedMail[], { known, knows_all, since }: MailCursor): number[] {
  const left = Map.groupBy(known, (mark) => mark)
  const isKnown = ({ mark }: ListedMail): boolean => {
    // The same email may be there twice, and one of them be new: each mark stands for one, if none was forgotten.
    return knows_all ? left.get(mark)?.pop() !== undefined : left.has(mark)
  }
  const sorted = mails.toSorted((a, b) => a.uid - b.uid).map((mail) => ({ ...mail, isKnown: isKnown(mail) }))
  const lastKnown = sorted.findLast((mail) => mail.isKnown)?.uid ?? Infinity
  const isNew = ({ uid, receivedAt }: ListedMail): boolean =>
    knows_all || uid > lastKnown || (receivedAt !== null && (since === null || receivedAt >= since))
  return sorted.filter((mail) => !mail.isKnown && isNew(mail)).map(({ uid }) => uid)
}
