/** Statement that a wallet asks its owner to sign. Plain ASCII, as EIP-4361 requires: a wallet that parses the message would refuse an accent. */
export const walletStatement =
  'Cette signature prouve que ce portefeuille est le tien. Elle est gratuite et ne donne aucun autre droit.'
