import type { When } from '../../readers/reader.ts'
import { isKnownPerson } from './stored-people.ts'

/** Who is called so is near to the person, or belongs to somebody who is. */
const near =
  /\b(?:my|our|your|his|her|their|the|an?|and|mum|mom|mummy|mommy|mother|dad|daddy|father|granny|gran|grandma|grandpa|grand\w+|nana|aunt\w*|uncle|cousin|brother|sister|wife|husband|son|daughter|boss|baby|friend|next|today|tomorrow)\b/i
/** Given names that many people have: who is only called so is somebody whom the person knows. */
const given: ReadonlySet<string> = new Set(
  `aaron adam alan alex alexander alice amanda amy andrea andrew andy angela anna anne annie anthony antonio barbara ben
  benjamin beth bill bob brian bruno carl carla carlos caroline catherine charles charlie charlotte chloe chris christian
  christina christine claire clara claudia daniel dan daniela dave david diana diego elena eli elias elizabeth ella ellen emil
  emily emma eric erik eva felix finn frank frida fred george grace greg hanna hannah hans harry heidi helen henry ian ida
  ingrid isabel isabella ivan jack jacob jake james jan jane jason jean jen jenny jessica jim jimmy joan joe john johanna
  jonas jonathan jose josh joshua julia julian karen karin karl kate katie kevin kim kurt lara lars laura leah lena leo leon
  lia liam lily linda lisa liz louis lucas lucy luis lukas luke marc maria marie mark markus marta martha martin mary matt
  matthew max megan mia michael mike mila mohammed molly monica nadia natalie nick nicole nina noah nora oliver olivia oscar
  pam pat patricia patrick paul paula pedro peter petra phil philip rachel ralph rebecca richard rick rita rob robert rosa
  rose ruth ryan sam samuel sandra sara sarah scott sean simon sofia sonia sophia sophie stefan stella stephen steve steven
  sue susan tanja ted teresa theo thomas tim tina tobias tom tommy tony ursula vera victor victoria walter will william
  xavier yasmin zoe`.split(/\s+/),
)

/** Whether a name is that of somebody whom the world knows rather than the person: "Shakira", "Barack Obama". */
export function isPublicPerson(name: string, when: When): boolean {
  const words = name.trim().split(/\s+/)
  if (near.test(name) || isKnownPerson(name, when) || words.length > 4) return false
  if (words.length > 1) return words.every((word) => /^\p{L}[\p{L}.'-]*$/u.test(word))
  return /^\p{Lu}\p{Ll}/u.test(name) && !given.has(name.toLowerCase())
}

const birthday = /^(?:(?:the )?birthday of (?<of>.+)|(?<whose>.+?)(?:'s|s'|')? birthday)$/i

/** Whose birthday an event is, where the world knows them. */
export function isPublicBirthday(title: string, when: When): boolean {
  const { of, whose } = birthday.exec(title)?.groups ?? {}
  const name = of ?? whose
  return name !== undefined && isPublicPerson(name, when)
}
