"""What runs showed: tests, checks, services, steps and jobs, listings, exit statuses, time limits."""
