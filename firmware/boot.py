"""Opens the second serial port, for the game; the first stays for people.

The drive stays writable for the computer, as it is by default: the firmware never
writes to it (games are kept in ``microcontroller.nvm``), so no button has to be held
to copy files.  Runs after power-on and after the reset button, not after a reload.
"""

import supervisor
import usb_cdc

usb_cdc.enable(console=True, data=True)
supervisor.set_usb_identification("Underboard", "Underboard")
