import './styles/app.css'
import { startApp } from './start-app.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
void startApp(root)
