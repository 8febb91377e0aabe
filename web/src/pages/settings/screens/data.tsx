import { CopyButton } from '../../../../../src/components/view-kit/card.tsx'
import type { AnswerOf } from '../../../../../src/components/view-kit/service.ts'
import { Failure, Skeleton } from '../../../../../src/components/view-kit/states.tsx'
import { formatBytes } from '../../../../../src/contract/text/numbers.ts'
import { useAnswer } from '../../use-answer.ts'
import { BackupsCard } from '../data/backups.tsx'
import { ExportCard } from '../data/export.tsx'
import { SettingGroup } from '../setting-group.tsx'

export function Data() {
  const { data, error, refresh } = useAnswer('GET /api/data', {})
  return (
    <>
      {error && <Failure error={error} onRetry={refresh} />}
      {!error && !data && <Skeleton height={180} />}
      {data && <DataSize size={data} />}
      <BackupsCard onMade={refresh} />
      <ExportCard />
      <SettingGroup group="Data" />
    </>
  )
}

function DataSize({ size }: { size: AnswerOf<'GET /api/data'> }) {
  return (
    <section aria-label="Size" className="card px-4 py-3">
      <h3 className="font-semibold">Size</h3>
      <p className="text-sm text-ink-2">
        {formatBytes(size.bytes)} in all, {formatBytes(size.free_bytes)} free on the disk.
      </p>
      <p className="flex items-center gap-1 text-xs text-ink-3">
        <span className="min-w-0 font-mono wrap-anywhere">{size.folder}</span>
        <CopyButton text={size.folder} label="Copy the folder" />
      </p>
      <table className="mt-2 w-full text-sm [&_td]:py-1 [&_th]:py-1 [&_th]:pe-3 [&_th]:text-start [&_th]:font-normal">
        <tbody>
          {size.parts.map(({ part, title, bytes }) => (
            <tr key={part}>
              <th scope="row">{title}</th>
              <td aria-hidden className="w-full max-rail:hidden">
                <progress className="block h-2 w-full accent-accent" max={size.bytes} value={bytes} />
              </td>
              <td className="ps-3 text-end whitespace-nowrap tabular-nums">{formatBytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
