import { BellRing, CloudSun, HardDrive, ListTodo, Timer, Users, type LucideIcon } from 'lucide-react'
import { lazyPart } from '../../../src/components/view-kit/lazy-part.ts'
import { OptionalPart } from '../../../src/components/view-kit/optional-part.tsx'
import { useShell } from '../frame/shell.ts'

const WelcomeModel = lazyPart(async () => (await import('../pages/settings/model-setup.tsx')).WelcomeModel)

const TRIES: readonly { readonly text: string; readonly Icon: LucideIcon }[] = [
  { text: 'Weather in Oslo', Icon: CloudSun },
  { text: 'Add milk and bread to my shopping list', Icon: ListTodo },
  { text: 'Set a timer for 10 minutes', Icon: Timer },
  { text: 'Remind me tomorrow at 9 to call the bank', Icon: BellRing },
  { text: 'df', Icon: HardDrive },
  { text: 'Who is Ada Lovelace', Icon: Users },
]

/** The first thing a person sees: six sentences that work with no key at all. */
export function Welcome() {
  const { chat } = useShell()
  return (
    <div className="flex flex-1 flex-col justify-center overflow-y-auto">
      <div className="mx-auto w-full max-w-3xl px-4 py-8">
        <p className="text-2xl font-semibold tracking-tight">What can I do for you?</p>
        <p className="mt-2 max-w-prose text-ink-3">
          Type a sentence to get widgets, tools and workflows. These work without a model or a key.
        </p>
        <ul className="mt-6 grid gap-2 rail:grid-cols-2">
          {TRIES.map(({ text, Icon }) => (
            <li key={text}>
              <button
                type="button"
                className="card flex min-h-12 w-full items-center gap-3 px-4 text-start text-sm transition-colors hover:bg-surface-2"
                onClick={() => chat.send(text)}
              >
                <Icon aria-hidden className="size-4.5 shrink-0 text-accent" />
                {text}
              </button>
            </li>
          ))}
        </ul>
        {/* Without it everything else still works, e.g. when the service went away while the page was loading. */}
        <OptionalPart name="welcome-model">
          <WelcomeModel />
        </OptionalPart>
      </div>
    </div>
  )
}
