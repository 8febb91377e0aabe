import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'

/** `deskhand completion bash`; the script itself asks `deskhand complete -- WORDS` what could come next. */
export async function run({ positionals, terminal }: CommandCall): Promise<number> {
  const [shell = ''] = positionals
  if (!Object.hasOwn(scripts, shell))
    throw new CommandError('Use "deskhand completion bash", "zsh" or "fish".', exitCode.usage)
  const script = scripts[shell as keyof typeof scripts]
  terminal.result({ shell, script }, () => script.trimEnd())
  return exitCode.ok
}

/** Each asks the program itself for what could come next, so that the three never differ. */
const scripts = {
  bash: `# In ~/.bashrc: source <(deskhand completion bash)
_deskhand() {
  local line name typed=\${COMP_LINE:0:COMP_POINT}
  local -a words
  # Not COMP_WORDS: those are broken at every colon and equals sign.
  read -ra words <<< "$typed"
  [[ $typed == *[[:space:]] ]] && words+=('')
  local begun=\${words[\${#words[@]} - 1]}
  local settled=\${begun%"\${begun##*[:=]}"}
  COMPREPLY=()
  while IFS= read -r line; do
    name=\${line%%$'\\t'*}
    COMPREPLY+=("$(printf '%q' "\${name#"$settled"}")")
  done < <(deskhand complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -o default -o bashdefault -F _deskhand deskhand
`,

  zsh: `#compdef deskhand
# In ~/.zshrc, after compinit: source <(deskhand completion zsh)
_deskhand() {
  local -a names shown
  local line
  while IFS= read -r line; do
    names+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/  -- }")
  done < <(deskhand complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#names} )); then compadd -M 'm:{a-z}={A-Z}' -d shown -a names; else _files; fi
}
compdef _deskhand deskhand
`,

  fish: `# In ~/.config/fish/config.fish: deskhand completion fish | source
function __deskhand_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (deskhand complete -- $words[2..-1] 2>/dev/null)
  # Where it knows nothing, a file may be meant.
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c deskhand -f -a '(__deskhand_complete)'
`,
} as const
