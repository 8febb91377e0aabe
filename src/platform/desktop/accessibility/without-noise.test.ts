import { expect, test } from 'vitest'
import type { Area } from '../desktop-driver.ts'
import type { FoundObject } from './element-search.ts'
import { withoutNoise, type ToldElement } from './without-noise.ts'

const place = (x: number, y: number, width = 40, height = 20): Area => ({ x, y, width, height })

function told(name: string, area: Area, around: FoundObject | null = null, role = 'menu'): ToldElement {
  const states = ['showing', 'enabled']
  const base = { role, name, states, area, window: 'Table' }
  const reference = { owner: ':1.1', path: `/${name}/${area.x}` }
  const found = { description: '', childCount: 0, parentPath: null, index: 0, parent: around }
  return {
    object: { ...base, ...found, reference },
    element: { ...base, id: reference.path, text: null, isPassword: false, isEditable: false },
  }
}

const namesOf = (all: readonly ToldElement[]) => all.map(({ element }) => element.name)

test('what a program tells twice at the same place is told once, over both', () => {
  const once = withoutNoise([
    told('File', place(10, 20)),
    told('Edit', place(60, 20)),
    told('File', place(8, 18)),
    told('Edit', place(52, 18)),
  ])
  expect(namesOf(once)).toEqual(['File', 'Edit'])
  expect(once[0]?.element).toMatchObject({ id: '/File/10', area: place(8, 18, 42, 22) })
})

test('what stands elsewhere, is something else or lies around it is told too', () => {
  const group = told('Sort', place(0, 0, 60, 40), null, 'push button')
  const all = [
    group,
    told('Sort', place(5, 5), group.object, 'push button'),
    told('Delete', place(200, 20)),
    told('Delete', place(300, 20)),
    told('Delete', place(200, 20), null, 'push button'),
    told('', place(400, 20)),
    told('', place(400, 20)),
  ]
  expect(withoutNoise(all)).toHaveLength(all.length)
})
