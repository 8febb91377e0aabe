import { useEffect } from 'react'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useShell } from '../shell.ts'
import { closeOffer } from './offer-notices.ts'

const QUESTION = 'Should your browser tell you when something is due, even while you look elsewhere?'

/** In place of the browser's own question, which comes only for who says yes here. */
export function OfferBar() {
  const shell = useShell()
  const { announce } = shell.context
  useEffect(() => announce(QUESTION), [announce])
  const accept = async () => {
    closeOffer(shell)
    await shell.notices.turnOn()
  }
  return (
    <section
      aria-label="Get notified"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-accent-soft px-4 py-1.5 text-sm"
    >
      <p>{QUESTION}</p>
      <div className="flex gap-2">
        <Button onClick={() => void accept()}>Notify me</Button>
        <Button look="quiet" onClick={() => closeOffer(shell)}>
          No thanks
        </Button>
      </div>
    </section>
  )
}
