import { ChefHat, Shuffle } from 'lucide-react'
import { useState } from 'react'
import { AskField } from '../view-kit/controls/ask-field.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { usePersisted } from '../view-kit/store/persisted.ts'
import { LiveCard } from '../view-kit/live/live-card.tsx'
import { useLiveData } from '../view-kit/live/live-data.ts'
import { OutLink } from '../view-kit/text/out-link.tsx'
import type { AnswerOf } from '../view-kit/service.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { Heading } from '../view-kit/heading.tsx'

type Recipe = AnswerOf<'GET /api/recipe'>

const DAY = 86_400_000

export function RecipeViewerView({ id, query: asked }: ViewProps<'recipe_viewer'>) {
  const [query, setQuery] = useState(asked)
  const live = useLiveData(
    'GET /api/recipe',
    { query: query === undefined ? {} : { query } },
    { everyMs: DAY },
  )
  const another = () => {
    if (query === undefined) live.refresh()
    else setQuery(undefined)
  }
  return (
    <LiveCard
      live={live}
      icon={<ChefHat aria-hidden className="size-4" />}
      title={live.data?.title ?? query ?? 'Recipe'}
      subtitle={({ cuisine, category }) => [cuisine, category].filter((word) => word !== null).join(', ')}
      height={320}
      below={
        <div className="flex flex-wrap items-center gap-2">
          <div className="min-w-40 flex-1">
            <AskField label="Another dish" onAsk={setQuery} />
          </div>
          <Button busy={live.busy && live.data !== undefined} onClick={another}>
            <Shuffle aria-hidden className="size-4" />
            Surprise me
          </Button>
        </div>
      }
    >
      {(recipe) => <Cooking key={recipe.id} id={id} recipe={recipe} onChoose={setQuery} />}
    </LiveCard>
  )
}

interface CookingProps {
  readonly id: string
  readonly recipe: Recipe
  readonly onChoose: (title: string) => void
}

/** What is at hand and what is done is remembered in this browser, so that a look at another page costs nothing. */
function Cooking({ id, recipe, onChoose }: CookingProps) {
  const { value, change } = usePersisted<{ ticked: readonly string[] }>(
    'recipe_viewer',
    id && `${id}.${recipe.id}`,
    () => ({
      ticked: [],
    }),
  )
  const tick = (name: string) =>
    change(({ ticked }) => ({
      ticked: ticked.includes(name) ? ticked.filter((one) => one !== name) : [...ticked, name],
    }))
  const ticks = { ticked: value.ticked, tick }
  const ingredients = recipe.ingredients.map(({ name, measure }) => [measure, name].filter(Boolean).join(' '))
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 @md:grid-cols-[2fr_3fr]">
        <Ticks title="Ingredients" kind="i" lines={ingredients} {...ticks} />
        <Ticks title="Steps" kind="s" lines={recipe.steps} numbered {...ticks} />
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {recipe.recipe_url !== null && <Lead url={recipe.recipe_url}>Original recipe</Lead>}
        {recipe.video_url !== null && <Lead url={recipe.video_url}>Video</Lead>}
        {recipe.image_url !== null && <Lead url={recipe.image_url}>Picture</Lead>}
      </p>
      {recipe.alternatives.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5">
          <span className="text-xs text-ink-3">Or</span>
          {recipe.alternatives.slice(0, 6).map(({ id, title }) => (
            <button
              key={id}
              type="button"
              className="min-h-7 rounded-full bg-surface-2 px-3 text-sm text-ink-2 hover:bg-surface-3 hover:text-ink pointer-coarse:min-h-10"
              onClick={() => onChoose(title)}
            >
              {title}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function Lead({ url, children }: { url: string; children: string }) {
  return (
    <OutLink url={url} className="font-medium text-accent">
      {children}
    </OutLink>
  )
}

interface TicksProps {
  readonly title: string
  /** Tells the ticks of this list from those of another. */
  readonly kind: string
  readonly lines: readonly string[]
  readonly ticked: readonly string[]
  readonly tick: (name: string) => void
  readonly numbered?: boolean
}

function Ticks({ title, kind, lines, ticked, tick, numbered = false }: TicksProps) {
  const List = numbered ? 'ol' : 'ul'
  return (
    <section>
      <Heading className="mb-1 text-sm font-semibold">{title}</Heading>
      <List className="flex flex-col">
        {lines.map((line, index) => {
          const name = `${kind}${index}`
          const done = ticked.includes(name)
          return (
            <li key={index}>
              <label className="flex cursor-pointer items-start gap-2 rounded-md py-1 hover:bg-surface-2">
                <input
                  type="checkbox"
                  className="checkbox mt-0.5"
                  checked={done}
                  onChange={() => tick(name)}
                />
                <span dir="auto" className={`min-w-0 wrap-anywhere ${done ? 'text-ink-3 line-through' : ''}`}>
                  {numbered && <span className="text-ink-3">{index + 1}. </span>}
                  {line}
                </span>
              </label>
            </li>
          )
        })}
      </List>
    </section>
  )
}
