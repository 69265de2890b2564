"""What goes out to players who are not here: letters, webhooks, push, feeds; by a queue, apart from pages.

`notifications.py` decides who is told, `outbox.py` is the queue, `sender.py` sends."""
