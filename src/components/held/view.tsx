import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import type { Component } from '../../contract/component-schema.ts'
import { Card } from '../view-kit/card.tsx'
import { Children, Drawn } from '../view-kit/components.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { reasonOf, useService } from '../view-kit/service.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

const SENTENCES = {
  picture:
    "This picture's address didn't come from you. Loading it sends the whole address to its owner, so check it for anything private first.",
  feed: "This address didn't come from you. Loading it sends the whole address to its owner, so check it for anything private first.",
  data: 'To show this, Deskhand sends the text below to a data provider. Check it for anything private first.',
  script:
    'The assistant wrote this widget after reading something private. Nothing runs until you press the button.',
} as const

/** Shows where something would be loaded from, and loads it when the person says so. */
export function HeldView({ id, title, loads, addresses, children }: ViewProps<'held'>) {
  const service = useService()
  const [loaded, setLoaded] = useState<Component>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (loaded) return <Drawn component={loaded} />
  const load = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      setLoaded((await service.call('POST /chat/held', { body: { component_id: id } })).component)
    } catch (error) {
      setProblem(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <Children items={children} />
      <Card icon={<ShieldAlert aria-hidden className="size-4 text-warn" />} title={title ?? 'Not loaded yet'}>
        <div className="flex flex-col items-start gap-3">
          <p className="text-sm text-ink-2">{SENTENCES[loads]}</p>
          {addresses.map((address) => (
            <code key={address} dir="ltr" className="max-h-40 w-full overflow-y-auto text-xs wrap-anywhere">
              {address}
            </code>
          ))}
          {problem !== undefined && (
            <p role="alert" className="text-sm text-bad">
              {problem}
            </p>
          )}
          <Button busy={busy} onClick={() => void load()}>
            {loads === 'script' ? 'Run' : 'Load'}
          </Button>
        </div>
      </Card>
    </div>
  )
}
