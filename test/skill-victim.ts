import { readSource } from '../src/features/skills/add/skill-source.ts'
import { placeSkill } from '../src/features/skills/place-skill.ts'
import { checkSkill } from '../src/platform/skills/skill-folder.ts'

/* A program that replaces one version of a skill with another and back, until it is killed. */

const [folder = '', ...versions] = process.argv.slice(2)
const nobody = () => Promise.reject(new Error('Nothing is fetched here.'))
const deps = { home: '/', fetch: nobody, launcher: { start: nobody }, uploadedPath: nobody }
for (let turn = 0; ; turn += 1) {
  const contents = await readSource(
    { from: versions[turn % versions.length]! },
    deps,
    AbortSignal.timeout(60_000),
  )
  await placeSkill(await checkSkill(contents), { folder, replace: true })
  process.stdout.write(`${turn}\n`)
}
