/** The offer to put the app on the home screen, after the first complete ballot: by the browser's window, or by hand on an iPhone. */
export const install = {
  prompt: { title: 'Installe Tribune', text: 'Un geste pour voter au prochain match.' },
  ios: { title: 'Tribune sur ton écran d’accueil', text: 'Touche Partager, puis «\u00a0Sur l’écran d’accueil\u00a0».' },
  install: 'Installer',
  close: 'Non merci',
} as const
