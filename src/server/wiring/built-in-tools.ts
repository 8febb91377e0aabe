import type { Plugin } from '../../contract/tool.ts'
import { editionOn } from '../../platform/edition.ts'
import { secrecyOfTyped } from '../../features/computer/secrets/typed-secret.ts'
import { ToolCatalog } from '../../features/tools/tool-catalog.ts'
import type { Workflows } from '../../features/workflows/workflows.ts'
import { createAnalystTools } from '../../plugins/analyst-tools/plugin.ts'
import { createCalendarPlugin } from '../../plugins/calendar/plugin.ts'
import { createCodePlugin } from '../../plugins/code/plugin.ts'
import { createComputerControl } from '../../plugins/computer-control/plugin.ts'
import { createDocumentsPlugin } from '../../plugins/documents/plugin.ts'
import { createLiveDataPlugin } from '../../plugins/live-data/plugin.ts'
import { flow } from '../../plugins/flow/plugin.ts'
import { createSkillsPlugin } from '../../plugins/skills/plugin.ts'
import { plugins as alone } from '../../plugins/registry.ts'
import type { KeepFile } from '../../platform/code/made-files.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import { liveKinds } from './live-kinds.ts'
import { createOrganizerPart } from './organizer-part.ts'
import type { Services } from './services.ts'

type Needed = Pick<
  Services,
  | 'documents'
  | 'contentIndex'
  | 'calendar'
  | 'desktop'
  | 'launcher'
  | 'liveData'
  | 'store'
  | 'notifications'
  | 'timers'
  | 'embedder'
  | 'skills'
>

/** The tools that come with the service. Some need more than a call brings with it; the last of one name counts. */
export function builtInTools(
  infrastructure: Infrastructure,
  services: Needed,
  workflows: () => Workflows,
): ToolCatalog {
  return new ToolCatalog({
    builtIn: builtInPlugins(infrastructure, services, workflows),
    stepsOnly: [flow],
    edition: editionOn(process.platform),
    setting: (name) => infrastructure.settings.get(name),
  })
}

function builtInPlugins(
  infrastructure: Infrastructure,
  services: Needed,
  workflows: () => Workflows,
): Plugin[] {
  const { documents, contentIndex, calendar, desktop, launcher, liveData, skills } = services
  const keep: KeepFile = (file, { signal }) => documents.upload(file, { signal, isMade: true })
  return [
    ...alone,
    createDocumentsPlugin(documents, contentIndex),
    createCalendarPlugin(calendar),
    createCodePlugin({ launcher, keep }),
    createSkillsPlugin({ shelf: skills, launcher, keep }),
    createAnalystTools(liveData),
    createComputerControl({ ...desktop, judgeTyping: secrecyOfTyped }),
    createOrganizerPart(infrastructure, services, workflows),
    createLiveDataPlugin(liveKinds(liveData)),
  ]
}
