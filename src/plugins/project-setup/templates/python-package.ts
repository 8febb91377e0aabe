import { commonFiles, readme } from '../common-files.ts'
import { moduleName, type Project, type ProjectFiles, type Template } from '../project.ts'

export const pythonPackage: Template = {
  files,
  nextSteps: ['python3 -m unittest', 'python3 -m venv .venv', '.venv/bin/pip install -e . ruff'],
}

function files(project: Project): ProjectFiles {
  const name = moduleName(project)
  return {
    ...commonFiles(project, {
      ignored: ['__pycache__/', '*.egg-info/', '.venv/', 'dist/', 'build/', '.ruff_cache/', '.env'],
    }),
    'README.md': readme(project, usage(name)),
    'pyproject.toml': settings(project, name),
    [`${name}/__init__.py`]: `"""${docstring(project.description)}"""

from ${name}.words import count_words

__all__ = ["count_words"]
`,
    [`${name}/words.py`]: `import re

_WORD = re.compile(r"[^\\W\\d_][\\w'’-]*")


def count_words(text: str) -> int:
    """Count the words of a text, in any script."""
    return len(_WORD.findall(text))
`,
    [`${name}/__main__.py`]: `import sys

from ${name} import count_words

if __name__ == "__main__":
    print(count_words(sys.stdin.read()))
`,
    [`${name}/py.typed`]: '',
    'tests/__init__.py': '',
    'tests/test_words.py': `import unittest

from ${name} import count_words


class CountWordsTest(unittest.TestCase):
    def test_words_are_counted_in_any_script(self) -> None:
        self.assertEqual(count_words("one two, three"), 3)
        self.assertEqual(count_words("один два"), 2)

    def test_a_text_without_words_has_none(self) -> None:
        self.assertEqual(count_words(" … "), 0)


if __name__ == "__main__":
    unittest.main()
`,
  }
}

function settings(project: Project, name: string): string {
  return `[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = ${text(project.name)}
version = "0.1.0"
description = ${text(project.description)}
readme = "README.md"
license = "MIT"
requires-python = ">=3.11"
dependencies = []

[dependency-groups]
dev = ["ruff"]

[tool.hatch.build.targets.wheel]
packages = ["${name}"]

[tool.ruff]
line-length = 110

[tool.ruff.lint]
select = ["E", "F", "I", "UP", "B", "SIM"]
`
}

/** A basic string of TOML escapes as JSON does. */
function text(value: string): string {
  return JSON.stringify(value)
}

/** Neither a quote nor a backslash may end the text early. */
function docstring(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
}

function usage(name: string): string {
  return `## Use

\`\`\`sh
echo "one two" | python3 -m ${name}   # 2
\`\`\`

## Work on it

\`\`\`sh
python3 -m unittest                     # needs nothing installed
python3 -m venv .venv
.venv/bin/pip install -e . ruff
.venv/bin/ruff check && .venv/bin/ruff format
\`\`\``
}
