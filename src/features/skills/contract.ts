import { defineContract } from '../../contract/endpoint.ts'
import { closed, dictionary, exactlyOne, literals, nullable } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'

const members = {
  name: Type.String({
    description: 'Its name, which is also that of its folder; `server:name` for a skill of an MCP server',
  }),
  description: Type.String({ description: 'What it is for, and when to use it' }),
  status: literals(['enabled', 'unconfirmed', 'disabled', 'refused'], {
    description:
      'enabled: models may use exactly these files. unconfirmed: new or changed; no model hears of it until you enable ' +
      "it. disabled: by you. refused: it can't be used; problem says why.",
  }),
  problem: nullable(Type.String(), { description: 'What is wrong and what to do, in a sentence' }),
  was_enabled: Type.Boolean({ description: 'Whether an earlier version of it was enabled' }),
  hash: nullable(Type.String(), { description: 'SHA-256 of all its files; enabling it requires this' }),
  path: Type.String({ description: 'Its folder; for a skill of an MCP server, its address there' }),
  place: literals(['own', 'shared', 'other', 'server'], {
    description:
      "own: Deskhand's skills folder. shared: ~/.agents/skills. other: a folder from SKILL_FOLDERS. server: an MCP server",
  }),
  server: nullable(Type.String(), {
    description: 'The MCP server it comes from; null if it is on this machine',
  }),
  license: nullable(Type.String()),
  compatibility: nullable(Type.String(), { description: 'What it needs, in the words of its author' }),
  allowed_tools: Type.Array(Type.String(), {
    description: 'Tools its author would like to be allowed. Deskhand grants none of them.',
  }),
  metadata: dictionary(Type.String(), { description: 'Anything else its author says about it' }),
  missing_programs: Type.Array(Type.String(), {
    description: "Programs it says it needs that aren't installed",
  }),
  notes: Type.Array(Type.String(), { description: 'What is unusual about it' }),
  files: Type.Integer({ minimum: 0, description: 'How many files it has' }),
  bytes: Type.Integer({ minimum: 0, description: 'How large they are together' }),
  scripts: Type.Integer({ minimum: 0, description: 'How many of them are scripts' }),
}

export const SkillDescription = Type.Object(members, {
  $id: 'SkillDescription',
  description: 'A skill that was found in one of the folders, or that an MCP server lists',
})
export type SkillDescription = Static<typeof SkillDescription>

const SkillDetails = Type.Object(
  {
    ...members,
    instructions: Type.String({
      description: "Its SKILL.md as a model reads it; what can't be seen is written out, as \\u{200B}",
    }),
    file_list: Type.Array(
      Type.Object({
        path: Type.String({ description: 'Below its folder' }),
        bytes: Type.Integer({ minimum: 0 }),
        is_text: Type.Boolean(),
        is_script: Type.Boolean(),
      }),
      { description: 'All its files' },
    ),
    warnings: Type.Array(
      Type.Object({
        path: Type.String(),
        line: nullable(Type.Integer(), { description: 'Counted from 1; null for the whole file' }),
        message: Type.String(),
      }),
      { description: 'What to look at twice before you enable it' },
    ),
    changes: nullable(
      Type.Array(
        Type.Object({
          path: Type.String(),
          change: literals(['added', 'changed', 'removed']),
          diff: nullable(Type.String(), {
            description: "The change as `diff -u` writes it; null if it isn't text",
          }),
        }),
      ),
      {
        description: 'What is different from the version you enabled; null if none was, or nothing is',
      },
    ),
  },
  { $id: 'SkillDetails' },
)
export type SkillDetails = Static<typeof SkillDetails>

const example: SkillDescription = {
  name: 'meeting-minutes',
  description: 'Writes the minutes of a meeting from notes. Use it when the user asks for minutes.',
  status: 'unconfirmed',
  problem: null,
  was_enabled: false,
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  path: '/home/ada/.local/share/deskhand/skills/meeting-minutes',
  place: 'own',
  server: null,
  license: 'Apache-2.0',
  compatibility: null,
  allowed_tools: [],
  metadata: { version: '1.0' },
  missing_programs: [],
  notes: [],
  files: 2,
  bytes: 1_804,
  scripts: 0,
}

const NameParams = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 300, description: 'Name of the skill' }),
})
const params = { name: 'meeting-minutes' }

export const skillsContract = defineContract({
  list: {
    method: 'GET',
    path: '/api/skills',
    summary: 'List the skills',
    result: Type.Object({
      skills: Type.Array(SkillDescription, { description: 'By name' }),
      folder: Type.String({ description: 'Where Deskhand keeps the skills that you add' }),
      folders: Type.Array(Type.String(), { description: 'All folders that are looked in, in this order' }),
      problems: Type.Array(Type.String(), { description: 'What is wrong with a folder, in sentences' }),
    }),
    example: {
      result: {
        skills: [example],
        folder: '/home/ada/.local/share/deskhand/skills',
        folders: ['/home/ada/.local/share/deskhand/skills', '/home/ada/.agents/skills'],
        problems: [],
      },
    },
  },
  add: {
    method: 'POST',
    path: '/api/skills',
    summary: 'Add a skill',
    description:
      'Copies a skill into the skills folder: from a folder or a .zip or .skill file on this machine, from an uploaded ' +
      'file, from the https address of such a file, or from a git repository at a commit. It stays unconfirmed until you ' +
      'enable it.',
    body: closed(
      {
        from: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 4_096,
            description: 'An absolute path, or an https address',
          }),
        ),
        file_id: Type.Optional(
          Type.String({ minLength: 1, maxLength: 100, description: 'An uploaded file' }),
        ),
        commit: Type.Optional(
          Type.String({
            pattern: '^[0-9a-f]{40}(?:[0-9a-f]{24})?$',
            description: 'Of a git repository: the full id of the commit',
          }),
        ),
        folder: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 1_024,
            description: 'Where the skill is in the archive or repository, if there are several',
          }),
        ),
        replace: Type.Optional(
          Type.Boolean({ default: false, description: 'Replace the skill of this name, if there is one' }),
        ),
      },
      exactlyOne(['from', 'file_id']),
    ),
    result: SkillDetails,
    status: 201,
    errors: ['not_found', 'conflict', 'forbidden', 'too_large', 'unavailable', 'unsupported_media_type'],
    example: {
      body: { from: '/home/ada/Downloads/meeting-minutes.zip' },
      result: {
        ...example,
        instructions: '# Meeting minutes\n\nList decisions first.',
        file_list: [{ path: 'SKILL.md', bytes: 1_204, is_text: true, is_script: false }],
        warnings: [],
        changes: null,
      },
    },
  },
  read: {
    method: 'GET',
    path: '/api/skills/:name',
    summary: 'Show a skill',
    description:
      'All there is to look at before it is enabled: its text, its files, warnings, and what changed. The files of a ' +
      'skill of an MCP server are read from the server for this.',
    params: NameParams,
    result: SkillDetails,
    errors: ['not_found', 'conflict', 'unavailable', 'upstream_failed'],
    example: {
      params,
      result: {
        ...example,
        instructions: '# Meeting minutes\n\nList decisions first.',
        file_list: [{ path: 'SKILL.md', bytes: 1_204, is_text: true, is_script: false }],
        warnings: [],
        changes: null,
      },
    },
  },
  readFile: {
    method: 'GET',
    path: '/api/skills/:name/file',
    summary: 'Show a file of a skill',
    params: NameParams,
    query: Type.Object({
      path: Type.String({ minLength: 1, maxLength: 1_024, description: 'Below the folder of the skill' }),
    }),
    result: Type.Object({
      path: Type.String(),
      bytes: Type.Integer({ minimum: 0 }),
      text: nullable(Type.String(), {
        description: "What can't be seen is written out; null if it isn't text",
      }),
    }),
    errors: ['not_found', 'conflict', 'unavailable', 'upstream_failed'],
    example: {
      params,
      query: { path: 'references/style.md' },
      result: { path: 'references/style.md', bytes: 11, text: 'Be short.\n' },
    },
  },
  enable: {
    method: 'POST',
    path: '/api/skills/:name/enable',
    summary: 'Enable a skill',
    description:
      'Lets models use exactly these files. Any change to them takes that back until the new version is enabled. Only ' +
      'for a person at this machine.',
    params: NameParams,
    body: closed({
      hash: Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'The version you looked at, as it was shown; any other gets 409',
      }),
    }),
    result: SkillDescription,
    errors: ['not_found', 'conflict', 'forbidden', 'unavailable', 'upstream_failed'],
    example: { params, body: { hash: example.hash! }, result: { ...example, status: 'enabled' } },
  },
  disable: {
    method: 'POST',
    path: '/api/skills/:name/disable',
    summary: 'Disable a skill',
    description: 'No model hears of it any more, until it is enabled again.',
    params: NameParams,
    result: SkillDescription,
    errors: ['not_found', 'forbidden'],
    example: { params, result: { ...example, status: 'disabled' } },
  },
  remove: {
    method: 'DELETE',
    path: '/api/skills/:name',
    summary: 'Remove a skill',
    description:
      "Deletes its folder. Only for one in Deskhand's own skills folder; the others belong to other programs and servers.",
    params: NameParams,
    result: Type.Object({
      name: Type.String({ description: 'Name of the skill' }),
      deleted: Type.Literal(true, { description: 'Always true: an unknown skill gets 404' }),
    }),
    errors: ['not_found', 'conflict', 'forbidden'],
    example: { params, result: { ...params, deleted: true } },
  },
})
