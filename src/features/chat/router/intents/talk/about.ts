import { defineIntent } from '../../define-intent.ts'

export const intent = defineIntent({
  name: 'about',
  label: 'About me',
  example: 'Who are you?',
  family: 'talk',
  sureAt: 0.94,
  templates: [
    '(what is|tell me|say|give me) your name',
    'do you have a name',
    '(what|who) [exactly] are you [called]',
    '(what|who) is deskhand',
    'tell me about (yourself|deskhand)',
    'are you [really|actually] [a|an] [real|actual|live] (robot|bot|human|human being|person|ai|computer|machine|assistant|artificial intelligence|chatgpt|gpt|claude|gemini|copilot|siri|alexa|cortana|google)',
    '(who|what company|which company) (made|built|created|programmed|developed|designed|owns|invented) you',
    '(who|what company|which company) do you work for',
    'how old are you',
    'where (are you from|do you come from|were you (made|built|born|created))',
  ],
  examples: [
    '(when|what year) were you (born|made|created|built)',
    '(what is|tell me) your (age|birthday|date of birth)',
    'how (many days|long) (old are you|have you existed|have you been around)',
    'are you (a robot|a bot|human|a real person|an ai|a computer|alive)',
    'am i talking to a (machine|person|human)',
    'what should i call you',
    '(what|who) (do you|am i) (go by|talking to|speaking with)',
    '(is|are) (there|you) (a|any) (real|actual|living) (person|human) [there|behind this]',
    'who (owns|runs|maintains|designed|developed|coded|invented) you',
    'what (language|technology) (are you|were you) (written|built) (in|with)',
  ],
  act: ({ writer }) =>
    writer.say(
      "I'm Deskhand, a program that runs on your own machine. I show interfaces, run tools and remember what you tell me.",
    ),
})
