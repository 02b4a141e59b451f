import CSegue
