export const filling = 'L’historique se remplit\u00a0: les totaux ne sont pas encore définitifs.'
