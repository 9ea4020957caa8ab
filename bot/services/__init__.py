"""What people ask for: matches, challenges, clocks, reminders, reviews and the like."""
