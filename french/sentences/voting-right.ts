/** Text of the profile once the operator has closed their right to vote. */
export const votingRight = {
  closed: (day: string) => `Ton droit de vote est fermé (${day}).`,
  reason: (reason: string) => `Raison\u00a0: ${reason}`,
  kept: 'Tes votes d’avant restent comptés.',
} as const
