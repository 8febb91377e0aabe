import type { StoredOf } from '../schemas.ts'

export type Habits = StoredOf<'habit_tracker'>
export type Habit = Habits['habits'][number]

const MAX_DAYS = 4_000
const MAX_HABITS = 100

/** The last days, the oldest first. */
export function lastDays(today: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => shifted(today, index - count + 1))
}

/** Days in a row up to today; one that is not done yet today has not ended it. */
export function streakOf(doneOn: readonly string[], today: string): number {
  const done = new Set(doneOn)
  let day = done.has(today) ? today : shifted(today, -1)
  let streak = 0
  for (; done.has(day); day = shifted(day, -1)) streak += 1
  return streak
}

/** How often it was done in the week of a day, which begins on Monday. */
export function timesInWeek(doneOn: readonly string[], today: string): number {
  const weekday = (noonOf(today).getUTCDay() + 6) % 7
  const monday = shifted(today, -weekday)
  return doneOn.filter((day) => day >= monday && day <= shifted(monday, 6)).length
}

export function toggling(id: string, day: string, done: boolean) {
  return (habits: Habits): Habits => ({
    ...habits,
    habits: habits.habits.map((habit) =>
      habit.id === id ? { ...habit, done_on: withDay(habit.done_on, day, done) } : habit,
    ),
  })
}

function withDay(days: readonly string[], day: string, done: boolean): string[] {
  const others = days.filter((one) => one !== day)
  return done ? [...others, day].sort().slice(-MAX_DAYS) : others
}

/** Adds those that are not there yet, whatever the case of their letters. */
export function addingMissing(names: readonly string[], newId: () => string) {
  const entries = names.map((name) => ({ id: newId(), name, done_on: [] }))
  return (habits: Habits): Habits => {
    const there = new Set(habits.habits.map(({ name }) => name.toLowerCase()))
    const missing = entries.filter(({ name }) => !there.has(name.toLowerCase()))
    return { ...habits, habits: [...habits.habits, ...missing].slice(0, MAX_HABITS) }
  }
}

export function renaming(id: string, name: string) {
  return (habits: Habits): Habits => ({
    ...habits,
    habits: habits.habits.map((habit) => (habit.id === id ? { ...habit, name } : habit)),
  })
}

export function removing(id: string) {
  return (habits: Habits): Habits => ({ ...habits, habits: habits.habits.filter((habit) => habit.id !== id) })
}

function shifted(day: string, days: number): string {
  const moment = noonOf(day)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}
