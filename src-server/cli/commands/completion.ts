import { defineCommand } from '../define-command.ts';

export const completionCommand = defineCommand(
  {
    name: 'completion',
    summary: 'Print the completion of commands and flags for a shell: bash, zsh or fish',
    operands: ['SHELL'],
    flags: {},
    examples: ['completion bash', 'completion zsh', 'completion fish'],
    notes: [
      `To use it, add to ~/.bashrc: source <(gatehouse completion bash)
to ~/.zshrc, after compinit: source <(gatehouse completion zsh)
to ~/.config/fish/config.fish: gatehouse completion fish | source`,
    ],
  },
  async () => (await import('../operations/completion.ts')).printCompletion,
);
