/** Each asks the program itself for what could come next, so that the three never differ. */
export const scripts = {
  bash: `# In ~/.bashrc: source <(deskhand completion bash)
_deskhand() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$(printf '%q' "\${line%%$'\\t'*}")")
  done < <(deskhand complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
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
  done < <(deskhand complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#names} )); then compadd -d shown -a names; else _files; fi
}
compdef _deskhand deskhand
`,

  fish: `# In ~/.config/fish/config.fish: deskhand completion fish | source
function __deskhand_complete
  set -l words (commandline -opc) (commandline -ct)
  deskhand complete -- $words[2..-1] 2>/dev/null
end
complete -c deskhand -f -a '(__deskhand_complete)'
`,
} as const
